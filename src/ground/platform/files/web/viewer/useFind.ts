import { useEffect, useState } from 'react'
import { comparable, getFilePlaces } from './find.ts'
import { loadFileText, type PDFDocumentProxy } from './pdf.ts'

/** A match: its page, from 1, and its position among the matches of that page, from 0. */
export type Hit = { page: number; nth: number }

/**
 * The state of a search: the normalized text, its matches, the index of the current match, and whether
 * pages are still being read.
 */
export type Find = { words: string; hits: readonly Hit[]; at: number; reading: boolean }

/** How many pages are searched; later ones can be searched in the downloaded file. It is our own choice. */
const MAX_PAGES = 1000

/**
 * Searches all pages of a document. Returns the input, the state of the search, and a function that goes to
 * the next or previous match.
 */
export function useFind(document: PDFDocumentProxy) {
  const [input, setInput] = useState('')
  const [find, setFind] = useState<Find>({ words: '', hits: [], at: 0, reading: false })
  useEffect(() => {
    const label = comparable(input)
    let current = true
    setFind({ words: label, hits: [], at: 0, reading: label !== '' })
    const search = async () => {
      const hits: Hit[] = []
      for (let page = 1; page <= Math.min(document.numPages, MAX_PAGES) && current; page += 1) {
        const text = await document
          .getPage(page)
          .then(loadFileText)
          .catch(() => '')
        hits.push(...getFilePlaces(comparable(text), label).map((_, nth) => ({ page, nth })))
      }
      if (current) setFind({ words: label, hits, at: 0, reading: false })
    }
    if (label !== '') void search()
    return () => {
      current = false
    }
  }, [document, input])
  const step = (direction: 1 | -1) =>
    setFind((before) => ({
      ...before,
      at: (before.at + direction + before.hits.length) % Math.max(1, before.hits.length),
    }))
  return { typed: input, setTyped: setInput, found: find, step }
}
