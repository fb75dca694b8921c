/** Never rendered: the proxy rewrites unknown paths. Without this file Next sends its own 404 along with every page. */
export default function NotFound() {
  return null
}
