/**
 * Draws a picture nearly colorless, soft and pale. Drawn once, because a
 * CSS filter costs a browser without a graphics card milliseconds in every frame, which the
 * conversion needs.
 */
export function drawFadedPicture(canvas: HTMLCanvasElement, picture: HTMLCanvasElement): void {
  const { width, height } = picture;
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.drawImage(picture, 0, 0);
  // Removes 85 % of the color.
  context.globalCompositeOperation = 'saturation';
  context.fillStyle = '#808080d9';
  context.fillRect(0, 0, width, height);
  // Reduces contrast by 23 %.
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = '#b7b7b73b';
  context.fillRect(0, 0, width, height);
  // Keeps transparent pixels transparent.
  context.globalCompositeOperation = 'destination-in';
  context.drawImage(picture, 0, 0);
}
