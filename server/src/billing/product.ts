/** As it stands on receipts and the card statement's page. */
export const productName = 'Stillpix Pro';
