const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** What the root shows when no Studio is configured. */
export function welcomePage(projectId: string, dataset: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Embedded content lake</title>
<h1>Embedded content lake</h1>
<p>This server speaks Sanity's HTTP API for project <code>${escapeHtml(projectId)}</code>, dataset <code>${escapeHtml(dataset)}</code>.</p>
<p>It was started without a Studio. Build one and pass its folder as <code>studioDir</code> (<code>--studio</code>) to have it served here.</p>
`
}
