"""Masks of legal actions as policies are given them: what is malformed is refused."""

import numpy as np
from numpy.typing import NDArray


def check_masks(masks: NDArray[np.generic] | None, shape: tuple[int, int]) -> NDArray[np.bool_]:
    """Return the masks as bool [n, num_actions].

    Raises:
        ValueError: They are missing, of another shape, no whole numbers 0 and 1, or a row is empty.
    """
    if masks is None:
        raise ValueError("a masked policy needs the masks of legal actions: pass action_masks")
    masks = np.asarray(masks)
    if masks.shape != shape:
        raise ValueError(f"masks have shape {masks.shape}: they must have {shape}")
    if masks.dtype.kind not in "bui" or (masks.dtype.kind != "b" and masks.max(initial=0) > 1):
        raise ValueError(f"masks of {masks.dtype} must be bool, or whole numbers 0 and 1")
    legal = masks.astype(np.bool_, copy=False)
    if not legal.any(axis=1).all():
        raise ValueError("a mask without any legal action cannot be played")
    return legal
