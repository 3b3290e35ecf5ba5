import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import styles from './RichText.module.css'

/** The tags that are shown. The content of other tags is shown without them. */
const allowedTags = new Set([
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'blockquote',
  'hr',
])
/** Tags whose content is never shown. */
const hiddenTags = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'title'])

/**
 * Shows rich text from the server, rebuilt from the portal's own elements and never inserted as HTML:
 * anything other than text tags and links by http(s), mailto or within the portal is removed.
 */
export function RichText({ html, inline = false }: { html: string; inline?: boolean }) {
  const content = useMemo(() => getChildren(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className={inline ? styles.inline : styles.text}>{content}</div>
}

const getChildren = (node: Node): ReactNode[] =>
  Array.from(node.childNodes, (child, index) => <Fragment key={index}>{renderNode(child)}</Fragment>)

function renderNode(node: Node): ReactNode {
  if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? node.textContent : null
  const tag = node.tagName.toLowerCase()
  if (hiddenTags.has(tag)) return null
  if (tag === 'br' || tag === 'hr') return createElement(tag)
  if (tag === 'a') return renderLink(node)
  return allowedTags.has(tag) ? createElement(tag, null, ...getChildren(node)) : getChildren(node)
}

function renderLink(node: Element): ReactNode {
  const address = node.getAttribute('href') ?? ''
  if (/^(#|\/#?(?!\/))/.test(address)) return <a href={address}>{getChildren(node)}</a>
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return getChildren(node)
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {getChildren(node)}
    </a>
  )
}
