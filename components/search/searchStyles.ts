/**
 * The search's styles. They come with its module, as every page would pay for those in a CSS module; a constructed
 * stylesheet needs no permission of the Content-Security-Policy.
 */
export const searchStyles = `
.search {
  inset: 0;
  inline-size: 100%;
  max-inline-size: none;
  block-size: 100dvh;
  max-block-size: none;
  margin: 0;
  padding: 0 var(--margin) var(--s6);
  color: var(--ink);
  background: var(--sheet);
  border: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
}
.search::backdrop {
  background: rgb(11 19 34 / 45%);
}
.search form {
  position: sticky;
  z-index: 1;
  inset-block-start: 0;
  display: flex;
  align-items: center;
  gap: var(--s3);
  padding-block: var(--s3);
  background: var(--sheet);
  border-block-end: 2px solid var(--ink);
}
.search input {
  flex: 1;
  min-inline-size: 0;
  min-block-size: var(--target);
  padding: 0 var(--s4);
  color: inherit;
  background: none;
  border: 0;
  font: inherit;
  font-size: var(--text-item);
}
.search input::placeholder {
  color: var(--ink-faint);
  opacity: 1;
}
.search button {
  flex: none;
  min-block-size: var(--target);
  padding-inline: var(--s4);
  background: none;
  border: 1px solid var(--line-strong);
}
.search [role="status"] {
  padding-block: var(--s3);
  color: var(--ink-soft);
  font-size: var(--text-small);
}
.search [role="status"] a {
  color: var(--ink);
  font-weight: 600;
  text-decoration: underline;
  text-underline-offset: 0.3em;
}
.search ul {
  padding: 0;
  list-style: none;
}
.search li {
  border-block-end: 1px solid var(--line);
}
.search a {
  display: grid;
  gap: var(--s1);
  padding-block: var(--s3);
  text-decoration: none;
}
.search a:hover strong, .search a:hover small:only-child {
  text-decoration: underline;
}
.search a:focus-visible, .search input:focus-visible {
  outline-offset: -3px;
  box-shadow: none;
}
.search a:focus-visible {
  padding-inline: var(--s3);
}
.search small {
  color: var(--ink-soft);
  font-size: var(--text-label);
  line-height: 1.5;
}
.search span {
  color: var(--ink-soft);
  overflow-wrap: anywhere;
}
.search mark {
  color: var(--caution);
  background: var(--caution-ground);
}
.search-keys {
  display: none;
}
@media (min-width: 48rem) {
  .search {
    inset-block-start: 8dvh;
    inline-size: min(46rem, 100%);
    block-size: fit-content;
    max-block-size: 84dvh;
    margin-inline: auto;
    padding-inline: var(--s6);
    border: 1px solid var(--line-strong);
  }
  .search-keys {
    display: block;
    padding-block-start: var(--s4);
    color: var(--ink-faint);
    font-size: var(--text-label);
  }
}
`
