// sqrt(2) * cos(k * pi / 16) for k = 1 to 7, with 13 fractional bits. Where two names differ in the last
// bit, the factorization that libjpeg's accurate transforms compute by gives a sum of rounded numbers: with
// the same sums and rounding, forward or inverse, results are the same as libjpeg's.
export const c1: i32 = 11363;
export const c1Less: i32 = 11362;
export const c2: i32 = 10703;
export const c2More: i32 = 10704;
export const c3: i32 = 9633;
export const c5: i32 = 6436;
export const c5More: i32 = 6437;
export const c6: i32 = 4433;
export const c7: i32 = 2260;
export const c7More: i32 = 2261;
export const c7Less: i32 = 2259;
