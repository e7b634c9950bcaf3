export const convert = {
  shareFailed: 'What was shared did not arrive here. Share it again, or choose the photos here.',
  dropZone: {
    label: 'Photo converter',
    title: (from?: string) => (from ? `Drop your ${from} photos here` : 'Drop your photos here'),
    titleTouch: (from?: string) => (from ? `Your ${from} photos` : 'Your photos'),
    dropNow: 'Let go to lay them on the table',
    choose: 'Choose photos',
    chooseFolder: 'Choose a folder',
    watchFolder: 'Watch a folder',
    or: (keys: string) => `or paste with ${keys}`,
    pasteKeys: 'Ctrl + V',
    accepted: (formats: string) => `${formats} · also in a ZIP · up to 50 MB each`,
    batch: (max: number) => `${max} at a time`,
    private: 'Your photos stay on this device. Nothing is uploaded.',
    needsScript:
      'Converting happens in your browser and needs JavaScript. Please switch it on for this page.',
    tooOld:
      'This browser is too old to convert pictures by itself. Please update it, or open this page in a current Safari, Chrome, Edge or Firefox.',
    loading: 'Setting up the table…',
    loadFailed: 'The converter could not be loaded. Check your connection and try again.',
    tryAgain: 'Try again',
  },
  formats: {
    usual: 'HEIC, WEBP, or PNG',
    all: 'HEIC, WEBP, PNG, or JPG',
    hdr: 'HEIC, AVIF, or JPG',
    motion: 'HEIC, JPG, or MOV',
    video: 'HEIC or JPG',
  },
  intake: {
    tooMany: (max: number, offerPro: boolean) =>
      `You can only add up to ${max} files at once.${offerPro ? ' Upgrade to Pro for up to 20 files.' : ''}`,
    dropped: (formats: string) => `Some files were rejected. Please only choose ${formats} files.`,
    picked: (formats: string) =>
      `Some files are not supported. Only ${formats.replace(', or ', ', and ')} files are allowed.`,
    noneValid: 'Please select at least one valid image file.',
    notAllowed: 'Not added',
    reasons: {
      'too-large': 'File is too large. Maximum size is 50MB.',
      unsupported: 'Unsupported file format',
      empty: 'This file is empty: it has a name, but nothing inside.',
      duplicate: 'It is on the table already.',
    },
    someLeftOut: 'Some files stayed off the table',
    dismiss: 'Dismiss',
  },
};
