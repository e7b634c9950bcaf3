import type { EngineErrorCode, Note } from '@stillpix/engine';

const photos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);
const files = (count: number) => (count === 1 ? '1 file' : `${count} files`);

/** What went wrong with one file (short), and what that means or what can be done about it. */
export interface FailureWords {
  title: string;
  hint: string;
}

export const workspace = {
  freeLimit: {
    title: (picked: number) => `You picked ${photos(picked)}`,
    offer:
      'Pro takes up to 20 photos at once, and brings the quality slider and ZIP download. Free goes on as often as you like.',
    zipTitle: 'ZIP download is part of Pro',
    continueFree: (max: number) => `Continue free with the first ${max}`,
    upgrade: 'Upgrade to Pro',
    close: 'Close',
  },
  list: {
    title: 'Photos on the table',
    count: photos,
    add: 'Add more',
    clear: 'Clear',
    remove: (name: string) => `Remove ${name}`,
    stop: (name: string) => `Stop and remove ${name}`,
    retry: 'Try again',
    retryFile: (name: string) => `Try again: ${name}`,
    download: 'Download',
    downloadFile: (name: string) => `Download ${name}`,
    compare: 'Compare',
    compareFile: (name: string) => `Compare ${name} before and after`,
    crop: 'Crop',
    cropFile: (name: string) => `Crop ${name}`,
    cropped: 'Cropped',
    video: 'Video',
    hdr: 'HDR',
    hdrMeaning: 'Shows in HDR where the screen can',
    states: {
      pending: 'Ready',
      converting: 'Developing…',
      success: 'Done',
      error: 'Not converted',
    },
    progressOf: (name: string) => `Progress of ${name}`,
    becomes: (before: string, after: string) => `${before}, now ${after}`,
    smaller: (percent: string) => `${percent} smaller`,
    bigger: (percent: string) => `${percent} bigger`,
    same: 'same size',
  },
  actions: {
    start: 'Start Conversion',
    startAgain: 'Convert again',
    settingsChanged: 'Settings have changed since.',
    checking: 'One moment…',
    converting: 'Converting…',
    allDone: 'All done',
    cancel: 'Cancel',
    downloadAll: (count: number) => (count === 1 ? 'Download' : `Download all ${count}`),
    zip: 'Download ZIP',
    zipping: (percent: string) => `Packing ZIP, ${percent}`,
    zipIsPro: 'ZIP download is part of Pro: one file instead of one download for each photo.',
    saveToFolder: 'Save to a folder',
    saved: (count: number, folder: string) => `${files(count)} saved to ${folder}`,
    pro: 'Pro',
  },
  progress: {
    label: 'Progress of all files',
    doneOf: (done: number, total: number) => `${done} of ${total} done`,
    left: (time: string) => `about ${time} left`,
    finished: (count: number, time: string) => `${photos(count)} in ${time}`,
    total: (before: string, after: string) => `${before} became ${after}`,
  },
  announce: {
    added: (count: number, total: number) =>
      `${photos(count)} added, ${total} on the table. Ready to convert.`,
    started: (count: number) => `Converting ${photos(count)}.`,
    fileDone: (name: string, done: number, total: number) =>
      `${name} is done, ${done} of ${total}.`,
    fileFailed: (name: string, reason: string) => `${name} was not converted. ${reason}`,
    finished: (done: number, failed: number) =>
      failed === 0
        ? `All ${photos(done)} converted.`
        : `${photos(done)} converted, ${failed} could not be.`,
    cancelled: 'Conversion cancelled. Photos already done are kept.',
    removed: (name: string) => `${name} removed.`,
    cleared: 'The table is clear.',
  },
  quality: {
    title: 'Quality',
    summary: (quality: number) => `Quality ${quality}`,
    adjust: 'Adjust',
    hide: 'Hide',
    presets: { small: 'Small', balanced: 'Balanced', high: 'High' },
    slider: 'Quality from 50 to 100',
    sliderIsPro: 'The slider is part of Pro. The three presets are free for everyone.',
    seePro: 'See what Pro offers',
    estimatedSize: 'Estimated size',
    estimatedReduction: 'Estimated reduction',
    realSize: 'Real size so far',
    realReduction: 'Real change so far',
    estimateNote:
      'A rule of thumb. HEIC is so compact that a JPG of it can be bigger than the original.',
  },
  advanced: {
    title: 'More options',
    metadata: 'Details stored in the photo',
    metadataChoices: {
      keep: 'Keep all: date, camera, place',
      'without-location': 'Keep, but without the place',
      strip: 'Remove all',
    },
    color: 'Colors',
    colorChoices: {
      'as-is': 'As they are, with their profile',
      srgb: 'sRGB, the same on every screen',
    },
    target: 'Largest size of a file',
    targetUnit: 'kB',
    targetHint: 'Empty: no limit. Quality then goes as low as needed, but never below 50.',
    background: 'Color behind transparent parts',
    lossless: 'Lossless: every pixel as it was, in a bigger file',
    pictures: 'Files that hold several pictures',
    picturesChoices: { primary: 'The main picture', all: 'All of them' },
    hdr: 'Extra brightness for HDR screens',
    hdrChoices: { keep: 'In the JPG too', 'leave-out': 'Leave it out' },
    video: 'Video of motion photos',
    videoChoices: {
      'leave-out': 'Leave it out',
      beside: 'As a file beside the picture',
      keep: 'Inside the JPG, as a Motion Photo',
    },
    reset: 'Back to defaults',
  },
  resize: {
    title: 'Size and crop',
    presets: 'Sizes ready to use',
    presetNames: {
      thumbnail: 'Thumbnail',
      small: 'Small',
      medium: 'Medium',
      large: 'Large',
      fullHD: 'Full HD',
      instagram: 'Instagram',
      facebookCover: 'Facebook cover',
      twitterHeader: 'Twitter header',
    },
    original: 'Original size',
    width: 'Width',
    height: 'Height',
    pixels: 'px',
    keepAspectRatio: 'Keep aspect ratio',
    fitting: 'When the shape differs',
    fittings: { fit: 'Show all of it', fill: 'Fill and cut the rest' },
    crop: 'Crop every photo to',
    cropWidth: 'Crop width',
    cropHeight: 'Crop height',
    position: 'Keep this part',
    positions: { center: 'The middle', 'top-left': 'The top left' },
    output: 'Save as',
    freeCrop: 'To draw a crop by hand, choose Crop below a photo.',
  },
  cropEditor: {
    title: (name: string) => `Crop ${name}`,
    hint: 'Drag the corners, or move with the arrow keys. Hold Shift for bigger steps.',
    ratio: 'Shape',
    ratios: {
      free: 'Free',
      original: 'As the photo',
      square: 'Square',
      target: 'As the chosen size',
    },
    size: (width: number, height: number) => `${width} × ${height} px`,
    apply: 'Crop',
    applyAll: 'Crop all like this',
    reset: 'No crop',
    cancel: 'Cancel',
    preparing: 'Preparing the photo…',
    failed: 'This photo cannot be shown here, so it cannot be cropped by hand.',
    handles: {
      nwDragHandle: 'Top left corner',
      nDragHandle: 'Top edge',
      neDragHandle: 'Top right corner',
      eDragHandle: 'Right edge',
      seDragHandle: 'Bottom right corner',
      sDragHandle: 'Bottom edge',
      swDragHandle: 'Bottom left corner',
      wDragHandle: 'Left edge',
    },
    area: 'Crop rectangle',
  },
  comparison: {
    title: (name: string) => `Before and after: ${name}`,
    before: 'Before',
    after: 'After',
    slider: 'Divider between before and after, in percent',
    scale: 'View',
    fit: 'Whole photo',
    actual: 'Actual pixels',
    close: 'Close',
    preparing: 'Preparing both pictures…',
    failed: 'The original cannot be shown here.',
  },
  failures: {
    heicFailed: (name: string) => `Failed to convert HEIC file "${name}"`,
    heicDetail: (detail: string) => `HEIC decode error: ${detail}`,
    detail: 'Technical detail',
    heicCorrupt: 'Invalid or corrupted HEIC file',
    heicUnsupported: 'This HEIC variant is not supported',
    fits: (width: number, height: number) =>
      `This browser can make it ${width} × ${height} pixels large, or smaller. Choose such a size and convert it again.`,
  },
  failureWords: {
    'empty-file': {
      title: 'This file is empty',
      hint: 'It has a name, but nothing inside. Try to copy it from the phone or camera again.',
    },
    'unsupported-format': {
      title: 'Unsupported file format',
      hint: 'What is inside is not a picture we can read, whatever its name says.',
    },
    'unsupported-feature': {
      title: 'Failed to load image',
      hint: 'It uses something of its format that cannot be converted here.',
    },
    'corrupt-file': {
      title: 'Failed to load image',
      hint: 'Part of the file is missing or damaged. Try to copy it again from where it came.',
    },
    'too-large': {
      title: 'This picture has too many pixels',
      hint: 'It is larger than the output format or this browser allows. A smaller size may work.',
    },
    'out-of-memory': {
      title: 'File too large - insufficient memory',
      hint: 'Close other tabs and try again, or convert it alone.',
    },
    'timed-out': {
      title: 'Conversion failed',
      hint: 'It took so long that we stopped. Try it alone.',
    },
    cancelled: { title: 'Cancelled', hint: 'You stopped this one.' },
    'worker-crashed': {
      title: 'Conversion failed',
      hint: 'The part of the page that was working on it stopped. Try it again.',
    },
    'code-not-loaded': {
      title: 'The converter could not be loaded',
      hint: 'Check your connection and try again, or refresh the page. Your photo has not left this device.',
    },
    'encode-failed': {
      title: 'Failed to convert image',
      hint: 'Try it again, or with other options.',
    },
    'invalid-options': {
      title: 'Conversion failed',
      hint: 'These options do not fit this picture. Change them and try again.',
    },
  } satisfies Record<EngineErrorCode, FailureWords>,
  notes: {
    'original-kept': 'The original was already smaller, so it was kept.',
    'target-not-reached': 'As small as it gets without falling apart; still above your limit.',
    'video-left-out': 'The video inside this Live or motion photo was left out.',
    'other-pictures-left-out': 'The file holds more pictures; this is the main one.',
    'video-is-hevc': 'The video is HEVC and stays as it is. Some viewers only play H.264.',
    'gain-map-removed': 'The extra brightness for HDR screens was left out.',
    'gain-map-unusable':
      'The HDR part of this photo could not be read and was left out. The photo itself is complete.',
    'gain-map-made':
      'Tone mapped for ordinary screens; HDR screens still show the full brightness.',
    'transparency-filled': 'Transparent parts were filled with the background color.',
    'tone-mapped': 'HDR was brought to normal brightness.',
    'turned-by-exif': 'Turned as the camera noted.',
    'may-be-damaged': 'The file holds stray data; look whether the picture is whole.',
    'animation-first-frame': 'Only the first picture of the animation.',
    'name-does-not-match-content':
      'The name says one format, the file is another. Converted anyway.',
  } satisfies Record<Note, string>,
  /** Said once a session, when everything went well. */
  offer: {
    title: 'Done, all of them',
    text: 'Got more than five? Pro takes 20 at a time and packs them into one ZIP.',
    go: 'See Pro',
  },
  toasts: {
    validationTitle: 'Validation Error',
    validation: 'Unable to validate conversion limits. Please try again.',
    notAllowedTitle: 'Conversion Not Allowed',
    notAllowed: 'Conversion limit exceeded',
    offline: (max: number) => `You are offline. Up to ${max} photos can be converted all the same.`,
    dailyLimit: 'You have reached the daily limit. Come back tomorrow, or go on with Pro.',
    zipTitle: 'ZIP Creation Failed',
    zip: 'Unable to create ZIP file. Please try downloading files individually.',
    folderTitle: 'Saving failed',
    folder: 'The folder could not be written to. Please download the files instead.',
  },
};

export type WorkspaceMessages = typeof workspace;
