/** The kinds of pictures that the site can show, as the `accept` of a file field. */
export const pictureKinds = 'image/png,image/jpeg,image/webp,image/avif'
