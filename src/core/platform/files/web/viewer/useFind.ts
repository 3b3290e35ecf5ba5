import { useEffect, useState } from 'react'
import { findPositions, normalizeText } from './find.ts'
import { loadPageText, type PDFDocumentProxy } from './pdf.ts'

/** A match: its page, from 1, and its position among the matches of that page, from 0. */
export type SearchMatch = { page: number; indexOnPage: number }

/**
 * The state of a search: the normalized text, its matches, the index of the current match, and whether
 * pages are still being read.
 */
export type SearchState = {
  words: string
  matches: readonly SearchMatch[]
  currentIndex: number
  reading: boolean
}

/** How many pages are searched; later ones can be searched in the downloaded file. It is our own choice. */
const MAX_PAGES = 1000

/**
 * Searches all pages of a document. Returns the input, the state of the search, and a function that goes to
 * the next or previous match.
 */
export function useFind(document: PDFDocumentProxy) {
  const [input, setInput] = useState('')
  const [find, setFind] = useState<SearchState>({ words: '', matches: [], currentIndex: 0, reading: false })
  useEffect(() => {
    const label = normalizeText(input)
    let current = true
    setFind({ words: label, matches: [], currentIndex: 0, reading: label !== '' })
    const search = async () => {
      const hits: SearchMatch[] = []
      for (let page = 1; page <= Math.min(document.numPages, MAX_PAGES) && current; page += 1) {
        const text = await document
          .getPage(page)
          .then(loadPageText)
          .catch(() => '')
        hits.push(
          ...findPositions(normalizeText(text), label).map((_, indexOnPage) => ({ page, indexOnPage })),
        )
      }
      if (current) setFind({ words: label, matches: hits, currentIndex: 0, reading: false })
    }
    if (label !== '') void search()
    return () => {
      current = false
    }
  }, [document, input])
  const step = (direction: 1 | -1) =>
    setFind((before) => ({
      ...before,
      currentIndex:
        (before.currentIndex + direction + before.matches.length) % Math.max(1, before.matches.length),
    }))
  return { typed: input, setTyped: setInput, found: find, step }
}
