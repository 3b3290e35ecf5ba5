/** Escapes a text for HTML. Line breaks become <br>. */
export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>')

const ADDRESS = /https?:\/\/[^\s<>"]+/g

/** Converts a mail's text to HTML with paragraphs and links. */
export const convertTextToHtml = (text: string): string =>
  text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll(ADDRESS, '<a href="$&">$&</a>')}</p>`)
    .join('')
