/** Unknown addresses never come here; without this file Next would send a page of its own along with every page. */
export default function NotFound() {
  return null
}
