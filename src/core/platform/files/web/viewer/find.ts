/** Normalizes text for searching: without case and without spaces, which PDF files place arbitrarily. */
export const normalizeText = (text: string): string => [...text].map(normalizeLetter).join('')

/** Returns a letter in lower case if that is one letter, and '' for a space. */
const normalizeLetter = (letter: string): string => {
  if (/\s/.test(letter)) return ''
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

/** Finds the positions where the search text occurs in a text, both normalized; at most `maximum`. */
export function findPositions(text: string, label: string, maximum = 1000): number[] {
  const positions: number[] = []
  if (label === '') return positions
  for (
    let index = text.indexOf(label);
    index >= 0 && positions.length < maximum;
    index = text.indexOf(label, index + label.length)
  )
    positions.push(index)
  return positions
}

/** Finds the ranges in an element that match the normalized search text, in order. */
export function findRanges(element: HTMLElement, label: string): Range[] {
  const letters: { node: Node; at: number; length: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let index = 0
    for (const letter of node.nodeValue ?? '') {
      const bare = normalizeLetter(letter)
      // There is one entry for each code unit, so that a position in the text is an index of this list.
      for (let unit = 0; unit < bare.length; unit += 1)
        letters.push({ node, at: index, length: letter.length })
      text += bare
      index += letter.length
    }
  }
  return findPositions(text, label).map((place) => {
    const [first, last] = [letters[place]!, letters[place + label.length - 1]!]
    const range = document.createRange()
    range.setStart(first.node, first.at)
    range.setEnd(last.node, last.at + last.length)
    return range
  })
}

const ALL = 'document-find'
const CURRENT = 'document-find-current'

/** Highlights all matches and the current one. Browsers without CSS highlights show none. */
export function highlight(all: readonly Range[], current: Range | undefined): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.set(ALL, new Highlight(...all))
  CSS.highlights.set(CURRENT, new Highlight(...(current ? [current] : [])))
}

/** Removes all highlights. */
export const clearHighlights = (): void => highlight([], undefined)
