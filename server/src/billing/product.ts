/** The name on receipts and in card statements. */
export const productName = 'Stillpix Pro';
