/** Escapes a text for HTML; line ends become breaks. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>')

const ADDRESS = /https?:\/\/[^\s<>"]+/g

/** A mail's text as HTML: paragraphs, and addresses that can be followed. */
export const getOutboxHtml = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll(ADDRESS, '<a href="$&">$&</a>')}</p>`)
    .join('')
