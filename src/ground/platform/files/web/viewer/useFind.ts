import { useEffect, useState } from 'react'
import { comparable, getFilePlaces } from './find.ts'
import { loadFileText, type PDFDocumentProxy } from './pdf.ts'

/** One match: its page, from 1, and its number on that page, from 0. */
export type Hit = { page: number; nth: number }

/** The matches: null while there is no search text or pages are still being read. */
export type Find = { words: string; hits: readonly Hit[]; at: number; reading: boolean }

/** Pages that are searched; later ones are searched in the file itself. Our own choice. */
const MOST_PAGES = 1000

/** Looks for words in all pages of a document; `at` is the one that is looked at. */
export function useFind(document: PDFDocumentProxy) {
  const [input, setInput] = useState('')
  const [find, setFind] = useState<Find>({ words: '', hits: [], at: 0, reading: false })
  useEffect(() => {
    const label = comparable(input)
    let current = true
    setFind({ words: label, hits: [], at: 0, reading: label !== '' })
    const look = async () => {
      const hits: Hit[] = []
      for (let page = 1; page <= Math.min(document.numPages, MOST_PAGES) && current; page += 1) {
        const text = await document
          .getPage(page)
          .then(loadFileText)
          .catch(() => '')
        hits.push(...getFilePlaces(comparable(text), label).map((_, nth) => ({ page, nth })))
      }
      if (current) setFind({ words: label, hits, at: 0, reading: false })
    }
    if (label !== '') void look()
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
