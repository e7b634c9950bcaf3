import type { EngineErrorCode, Note } from '@stillpix/engine';

const photos = (count: number) => (count === 1 ? '1 photo' : `${count} photos`);
const files = (count: number) => (count === 1 ? '1 file' : `${count} files`);

/** What went wrong with a file (short), and what it means or what to do about it. */
export interface FailureWords {
  title: string;
  hint: string;
}

/** Results that are larger than asked for, and those of damaged files. */
interface Shortfalls {
  missed: number;
  incomplete: number;
}

export const workspace = {
  freeLimit: {
    title: (picked: number) => `You picked ${photos(picked)}`,
    offer:
      'Pro takes up to 20 photos at once, and adds the quality slider and ZIP download. Without it, you go on five at a time.',
    zipTitle: 'ZIP download is part of Pro',
    continueFree: (max: number) => `Continue free with the first ${max}`,
    upgrade: 'Upgrade to Pro',
    othersWait: (waiting: number) =>
      waiting === 1 ? 'The other one is waiting below.' : `The other ${waiting} are waiting below.`,
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
    compareFile: (name: string) => `Compare ${name} before and after`,
    crop: 'Crop',
    cropFile: (name: string) => `Crop ${name}`,
    cropped: 'Cropped',
    hdr: 'HDR',
    hdrMeaning: 'Appears in HDR on screens that support it',
    motion: 'Motion Photo',
    live: 'Live Photo, with its video',
    hasVideo: 'Video inside',
    clip: (type: string, size: string) => `${type} video, ${size}`,
    pictures: (count: number) => `${count} pictures inside`,
    files,
    states: {
      pending: 'Ready',
      converting: 'Developing…',
      success: 'Done',
      stale: 'Out of date: convert again',
      missed: (size: string) => `Done, but ${size}`,
      incomplete: 'Done, but incomplete',
      error: 'Not converted',
    },
    progressOf: (name: string) => `Progress of ${name}`,
    becomes: (before: string, after: string) => `${before}, now ${after}`,
    smaller: (percent: string) => `${percent} smaller`,
    bigger: (percent: string) => `${percent} bigger`,
    same: 'same size',
    view: 'View',
    views: { grid: 'Large pictures', list: 'List' },
    openFile: (name: string) => `Show ${name} large`,
    /** Marks a photo with options of its own. */
    own: 'Only this one',
    notesOf: (name: string) => `What to know about ${name}`,
    ownFile: (name: string) => `Settings for ${name} only`,
    ownHint: 'Changes here apply to this photo only. Everything else follows the other photos.',
    ownReset: 'Same as the others',
    undoClear: 'Undo',
    partlyMissing: (percent: number) =>
      `The file is damaged: about ${percent}% of the picture is missing. What could be read is here.`,
    shrunk: (width: number, height: number) => `Also made smaller: ${width} × ${height}.`,
    smallerAt: (quality: number, size: string) => `Smaller: quality ${quality}, about ${size}`,
  },
  actions: {
    start: 'Start Conversion',
    startAgain: 'Convert again',
    settingsChanged: 'Something has changed since then.',
    checking: 'One moment…',
    converting: 'Converting…',
    cancel: 'Cancel',
    downloadAll: (count: number) => (count === 1 ? 'Download' : `Download all ${count}`),
    /** If photos became more files than there are photos. */
    downloadFiles: (count: number) => `Download all ${count} files`,
    zip: 'Download ZIP',
    zipping: (percent: string) => `Packing ZIP, ${percent}`,
    zipIsPro: 'ZIP download is part of Pro: one file instead of one download for each photo.',
    saveToFolder: 'Save to a folder',
    saved: (count: number, folder: string) => `${files(count)} saved to ${folder}`,
    pro: 'Pro',
    settings: 'Settings',
    some: (label: string, now: number, all: number) => `${label}: ${now} of ${all}`,
    share: 'Share',
    copy: 'Copy',
    copied: 'Copied',
  },
  progress: {
    about: (size: string) => `About ${size} for all`,
    measured: (size: string) => `About ${size}, measured from the photos`,
    label: 'Progress of all files',
    doneOf: (done: number, total: number) => `${done} of ${total} done`,
    left: (time: string) => `about ${time} left`,
    finished: (count: number, failed: number, { missed, incomplete }: Shortfalls, time: string) =>
      [
        count > 0 && `${photos(count)} in ${time}`,
        failed > 0 && `${failed} failed`,
        missed > 0 && `${missed} over the limit`,
        incomplete > 0 && `${incomplete} incomplete`,
      ]
        .filter(Boolean)
        .join(', '),
    total: (before: string, after: string) => `${before} became ${after}`,
  },
  announce: {
    added: (count: number, total: number) =>
      `${photos(count)} added, ${total} on the table. Ready to convert.`,
    started: (count: number) => `Converting ${photos(count)}.`,
    fileDone: (name: string, done: number, total: number) =>
      `${name} is done, ${done} of ${total}.`,
    fileFailed: (name: string, reason: string) => `${name} was not converted. ${reason}.`,
    finished: (done: number, failed: number, { missed, incomplete }: Shortfalls) =>
      [
        failed > 0
          ? `${photos(done)} converted, ${failed} could not be.`
          : `${done > 1 ? 'All ' : ''}${photos(done)} converted.`,
        missed > 0 && `${missed} over the limit.`,
        incomplete > 0 && `${incomplete} incomplete.`,
      ]
        .filter(Boolean)
        .join(' '),
    canceled: 'Conversion canceled. Photos already done are kept.',
    removed: (name: string) => `${name} removed.`,
    cleared: 'The table is clear.',
    undone: (total: number) => `${photos(total)} back on the table.`,
    waiting: (count: number) => `${photos(count)} waiting for room.`,
    admitted: (count: number, waiting: number) =>
      `${photos(count)} came in, ${waiting} still waiting.`,
  },
  quality: {
    title: 'Quality',
    summary: (quality: number) => `Quality ${quality}`,
    adjust: 'Adjust',
    hide: 'Hide',
    presets: { small: 'Small', balanced: 'Balanced', high: 'High', standard: 'Standard' },
    custom: 'Custom',
    slider: 'Quality from 50 to 100',
    sliderIsPro: 'The slider is part of Pro. The presets are free for everyone.',
    seePro: 'See what Pro offers',
    estimatedSize: 'Estimated size',
    estimatedReduction: 'Estimated reduction',
    aboutPercent: (percent: string) => `about ${percent}`,
    estimateNote:
      'A rule of thumb. HEIC is so compact that a JPG of it can be bigger than the original.',
  },
  advanced: {
    title: 'More options',
    metadata: 'Details stored in the photo',
    metadataChoices: {
      keep: 'Keep all: date, camera, location',
      'without-location': 'Keep, but without the location',
      strip: 'Remove all',
    },
    color: 'Colors',
    colorChoices: {
      'as-is': 'As they are, with their profile',
      srgb: 'sRGB, the same on every screen',
    },
    target: 'Maximum file size',
    targetUnit: 'kB',
    targetHint: 'Empty: no limit. With a limit, quality goes down only as far as needed.',
    background: 'Color behind transparent parts',
    lossless: 'Lossless: every pixel as it was; photos get bigger',
    pictures: 'Files that hold several pictures',
    picturesChoices: {
      primary: 'The main picture',
      all: 'All of them',
      everything: 'All, with depth maps and masks',
    },
    hdr: 'Extra brightness for HDR screens',
    hdrChoices: { keep: 'In the JPG too', 'leave-out': 'Leave it out' },
    video: 'Video in Live Photos and Motion Photos',
    videoChoices: {
      automatic: 'Only in the JPG of Live Photos',
      keep: 'Always in a Motion Photo JPG',
      beside: 'As a file beside the picture',
      only: 'Only the video',
      'leave-out': 'Leave it out',
    },
    reset: 'Back to defaults',
    close: 'Close',
    done: 'Done',
  },
  target: {
    legend: 'Max file size',
    none: 'Any',
    shrinks: 'Where quality alone is not enough, the picture is made smaller too.',
    shrinksNot: 'By quality alone. If a photo cannot reach the limit, it says so.',
    shrink: 'Make the picture smaller where quality alone is not enough',
  },
  resize: {
    presets: 'Size of the picture',
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
    own: 'Another size',
    automatic: 'auto',
    width: 'Width',
    height: 'Height',
    pixels: 'px',
    keepAspectRatio: 'Keep aspect ratio',
    fitting: 'If the shape differs',
    fittings: { fit: 'Show all of it', fill: 'Fill and crop the rest' },
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
    hintTouch: 'Move the corners with your finger.',
    ratio: 'Shape',
    ratios: {
      free: 'Free',
      original: 'Same as photo',
      square: 'Square',
      '4:3': '4:3',
      '3:2': '3:2',
      '16:9': '16:9',
      '9:16': '9:16',
      passport: 'Passport 35 × 45 mm',
      passportUs: 'Passport 2 × 2 in',
      target: 'Same as chosen size',
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
    expected: 'Expected',
    about: (size: string) => `about ${size}`,
    partAt: (quality: number, size: string) => `At quality ${quality} this part takes ${size}.`,
    smallerAt: (quality: number) =>
      `At quality ${quality}, drawn smaller than it will be. Zoom in to judge it.`,
    forAll: 'Applies to all photos.',
    slider: 'Divider between before and after, in percent',
    scale: 'View',
    fit: 'Whole photo',
    actual: 'Actual pixels',
    close: 'Close',
    previous: 'Previous photo',
    next: 'Next photo',
    place: (number: number, total: number) => `${number} of ${total}`,
    preparing: 'Preparing both pictures…',
    failed: 'The original cannot be shown here.',
  },
  video: {
    recode: 'Convert the video to H.264',
    recoding: (percent: string) => `Converting the video to H.264: ${percent}`,
    stop: 'Stop',
    recoded: 'The video was converted to H.264.',
    undo: 'Use the HEVC original',
    failed: 'The video could not be converted and stays HEVC.',
    again: 'Try again',
  },
  turning: {
    one: { left: 'Rotate left', right: 'Rotate right', flip: 'Flip left for right' },
    all: { left: 'Rotate all left', right: 'Rotate all right', flip: 'Flip all left for right' },
    oneFile: (name: string) => `Rotate ${name} right`,
    byCamera: 'Rotated as the camera recorded',
    undo: 'Leave as stored',
    asStored: 'As stored, not rotated',
    turnAgain: 'Rotate it',
  },
  naming: {
    title: 'Names',
    choices: {
      original: 'As they are',
      numbered: 'With a number',
      taken: 'Date taken',
      own: 'A pattern of your own',
    },
    pattern: 'Pattern',
    hint: '{name}, {number} and {date} are filled in.',
  },
  details: {
    title: 'Details',
    camera: 'Camera',
    lens: 'Lens',
    taken: 'Taken',
    exposure: 'Exposure',
    size: 'Size',
    profile: 'Color profile',
    gainMap: 'Has a gain map, brighter on HDR screens',
    hdrOnly: 'Made for HDR screens',
    place: 'Location',
    hasPlace: 'Stored in the photo',
    noPlace: 'None',
    kept: {
      keep: 'The result keeps date, camera and location.',
      /** For a photo without a location. */
      'keep-without': 'The result keeps date and camera.',
      'without-location': 'The result keeps date and camera, but not the location.',
      strip: 'The result has no date, camera or location.',
    },
    leaveOutHere: 'Remove the location',
    leaveOutAll: 'Remove it from all',
    also: 'Also inside',
    convertAlso: 'Convert these too',
    further: (count: number) => (count === 1 ? '1 more picture' : `${count} more pictures`),
    roles: {
      original: 'original without effects',
      burst: 'burst picture',
      bracket: 'bracketed shot',
      'left-eye': 'left eye',
      'right-eye': 'right eye',
      'depth-map': 'depth map',
      'portrait-matte': 'portrait mask',
      'skin-matte': 'skin mask',
      'hair-matte': 'hair mask',
      'teeth-matte': 'teeth mask',
      'glasses-matte': 'glasses mask',
      'sky-matte': 'sky mask',
    },
  },
  keeping: {
    label: 'Keep my table until I come back',
    mark: 'kept in this browser',
    hint: (size: string) =>
      `Photos, settings and results stay in this browser, up to ${size} and for 7 days at most; if the tools need more, the oldest table goes. Leave it off on a computer that others use. Turning it off deletes them.`,
    more: 'What is stored',
    back: 'Your table is back as you left it.',
    forget: 'Do not keep it',
    problems: {
      elsewhere: 'Another tab keeps its table. This one takes its place once that tab is closed.',
      'too-big': 'There is too much on the table to keep it.',
      'no-room':
        'The table of another tool, open in another tab, leaves no room to keep this one. Close that tab to make room.',
      failed: 'This browser could not keep the table.',
    },
  },
  waiting: {
    title: (count: number) => `${photos(count)} waiting`,
    more: (count: number) => `+${count} waiting`,
    explain: (max: number) => `${max} at a time. They come in as soon as there is room.`,
    full: (max: number) =>
      `The table is full: it holds ${max} photos. Take saved ones off to make room.`,
    clearSaved: (count: number) =>
      count === 1 ? 'Take 1 saved photo off' : `Take ${count} saved photos off`,
    drop: 'Do not add them',
    dropped: (count: number) => `${photos(count)} not added.`,
  },
  failures: {
    heicFailed: (name: string) => `Failed to convert HEIC file "${name}"`,
    heicDetail: (detail: string) => `HEIC decode error: ${detail}`,
    detail: 'Technical detail',
    heicCorrupt: 'Invalid or corrupted HEIC file',
    heicUnsupported: 'This HEIC variant is not supported',
    rawWithoutPreview:
      'The camera put no finished picture into this RAW file. Develop it with the camera maker’s program or another RAW converter, and convert what comes out.',
    fits: (width: number, height: number) =>
      `This browser can handle up to ${width} × ${height} pixels. Choose a size that fits and convert it again.`,
  },
  failureWords: {
    'empty-file': {
      title: 'This file is empty',
      hint: 'It has a name, but nothing inside. Try copying it from the phone or camera again.',
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
      hint: 'Part of the file is missing or damaged. Try copying it again from where it came from.',
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
    canceled: { title: 'Canceled', hint: 'You stopped converting this file.' },
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
    'internal-error': {
      title: 'Something went wrong in our converter',
      hint: 'Your photo is unharmed. Try another format or other options, and please send us the diagnostics.',
    },
  } satisfies Record<EngineErrorCode, FailureWords>,
  notes: {
    'original-kept': 'The original was already smaller, so it was kept.',
    'target-not-reached':
      'As small as it gets without falling apart, and still above your limit. A smaller picture or a higher limit helps.',
    'video-left-out': 'The video in this photo was left out.',
    'other-pictures-left-out': 'The file holds more pictures; this is the main one.',
    'video-is-hevc': 'The video is HEVC and was not converted. Some apps can only play H.264.',
    'gain-map-removed': 'The extra brightness for HDR screens was left out.',
    'gain-map-unusable':
      'The HDR part of this photo could not be read and was left out. The photo itself is complete.',
    'gain-map-made':
      'Tone-mapped for ordinary screens; HDR screens still show the full brightness.',
    'metadata-left-out':
      'Not everything the file says about the picture fit into the new one. The longest parts were left out.',
    'transparency-filled': 'Transparent parts were filled with the background color.',
    'tone-mapped': 'HDR was brought down to normal brightness.',
    'turned-by-exif': 'Rotated as the camera recorded.',
    'may-be-damaged': 'The file may be damaged. Check that the picture is complete.',
    'parts-not-loaded':
      'This drawing shows pictures, styles or fonts from other files. Nothing is loaded from elsewhere, so they are missing.',
    'embedded-preview':
      'This is the picture that the camera put into the RAW file. The sensor’s own data was not developed.',
    'animation-first-frame': 'Only the first picture of the animation.',
    'name-does-not-match-content':
      'The name says one format, the file is another. Converted anyway.',
  } satisfies Record<Exclude<Note, 'fewer-pixels' | 'partly-missing'>, string>,
  /** Shown once per session, after a successful batch. */
  offer: {
    title: 'All done',
    text: 'Got more than five? Pro takes 20 at a time and packs them into one ZIP.',
    go: 'See Pro',
  },
  toasts: {
    moviesAlone: (names: string) =>
      `${names}: no photo here has the same identifier as this video. Add the Live Photo it belongs to; a video on its own is not converted.`,
    validationTitle: 'Validation Error',
    validation: 'Unable to validate conversion limits. Please try again.',
    notAllowedTitle: 'Conversion Not Allowed',
    notAllowed: 'Conversion limit exceeded',
    offline: (max: number) => `You are offline. You can still convert up to ${max} photos.`,
    fewerAllowed: (max: number) =>
      `Pro is no longer active here, so ${max} photos are converted at a time. Sign in again to convert up to 20.`,
    dailyLimit: 'You have reached the daily limit. Come back tomorrow, or go on with Pro.',
    zipTitle: 'ZIP Creation Failed',
    zip: 'Unable to create ZIP file. Please try downloading files individually.',
    folderTitle: 'Saving failed',
    folder: 'The folder could not be written to. Please download the files instead.',
    shareTitle: 'Sharing failed',
    share: 'The photos could not be shared. Please download them instead.',
    copy: 'This picture could not be copied.',
  },
};

export type WorkspaceMessages = typeof workspace;
