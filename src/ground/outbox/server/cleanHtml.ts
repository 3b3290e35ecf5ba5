import sanitize from 'sanitize-html'

const options: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'u', 's', 'a', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'hr'],
  allowedAttributes: { a: ['href'] },
  // Addresses without a scheme must stay within the portal.
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: { b: 'strong', i: 'em', h1: 'h2', h4: 'h3', div: 'p' },
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'title'],
  disallowedTagsMode: 'discard',
}

/** Rich text without anything that could run or load: a few tags of text, links by http(s), mailto or within the portal. */
export function cleanHtml(html: string): string {
  const clean = sanitize(html, options).trim()
  return hasText(clean) ? clean : ''
}

/** Whether anything is left to read. */
const hasText = (html: string): boolean =>
  sanitize(html, { allowedTags: [], allowedAttributes: {} }).replaceAll(/&nbsp;|\s/g, '') !== ''
