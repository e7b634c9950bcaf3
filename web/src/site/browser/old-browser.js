// Runs in <head>, before and apart from boot.js, which may be too new to be read. So this is written
// for the oldest browsers there are: it marks those that lack what the converter is built upon, and
// the drop zone then says so (src/features/convert/intake/drop-zone.tsx). See docs/browsers.md.
(function () {
  // A function that returns a vector: WebAssembly of 128 bits (SIMD).
  var vectors = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0];
  vectors = vectors.concat([10, 8, 1, 6, 0, 65, 0, 253, 15, 11]);
  var isNewEnough =
    typeof WebAssembly === 'object' &&
    WebAssembly.validate(new Uint8Array(vectors)) &&
    // The browsers that came to know this selector know workers of modules, too.
    CSS.supports('selector(:has(a))') &&
    typeof CompressionStream === 'function' &&
    typeof Array.prototype.toSorted === 'function';
  if (!isNewEnough) document.documentElement.setAttribute('data-too-old', '');
})();
