/** Tests that repeat something at random do it more often, which takes minutes more: `THOROUGH=1 npm test`. */
export const isThorough = process.env['THOROUGH'] === '1';
