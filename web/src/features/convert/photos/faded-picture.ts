/**
 * Draws a picture as paper shows it before it is developed: nearly without color, soft and pale. It is
 * drawn once, because a CSS filter costs a browser without a graphics card milliseconds in every frame,
 * and the conversion that much time.
 */
export function drawFadedPicture(canvas: HTMLCanvasElement, picture: HTMLCanvasElement): void {
  const { width, height } = picture;
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.drawImage(picture, 0, 0);
  // 85 % of the color goes.
  context.globalCompositeOperation = 'saturation';
  context.fillStyle = '#808080d9';
  context.fillRect(0, 0, width, height);
  // Black and white come nearer to each other by 23 %.
  context.globalCompositeOperation = 'source-over';
  context.fillStyle = '#b7b7b73b';
  context.fillRect(0, 0, width, height);
  // What was transparent stays so.
  context.globalCompositeOperation = 'destination-in';
  context.drawImage(picture, 0, 0);
}
