/**
 * Lets fingers zoom the Studio. Sanity's page forbids it by a `maximum-scale`, which keeps iPhones from zooming into each field;
 * they alone let fingers zoom all the same, and have gesture events.
 */
export function allowZoom(): void {
  if ('GestureEvent' in window) return
  const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]')
  if (viewport) viewport.content = viewport.content.replace(/,?\s*maximum-scale=[^,]*/, '')
}
