/** The share of the work that is behind a file when its plan is made. */
export const plannedShare = 0.05;

/** The share of the work that is behind a strip when it is decoded. */
export const decodedShare = 0.75;
