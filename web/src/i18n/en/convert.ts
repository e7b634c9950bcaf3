export const convert = {
  dropTitle: 'Drop photos here',
  choose: 'Choose photos',
};
