/**
 * Text as compared when something is looked for: without case and without spaces, which PDF files place at
 * will.
 */
export const comparable = (text: string): string => [...text].map(bareLetter).join('')

/** A letter in lower case, where that is one letter; nothing for a space. */
const bareLetter = (letter: string): string => {
  if (/\s/.test(letter)) return ''
  const lower = letter.toLowerCase()
  return lower.length === letter.length ? lower : letter
}

/** The positions where `words` occurs in `text`, both normalized; at most `most`. */
export function getFilePlaces(text: string, label: string, maximum = 1000): number[] {
  const places: number[] = []
  if (label === '') return places
  for (
    let index = text.indexOf(label);
    index >= 0 && places.length < maximum;
    index = text.indexOf(label, index + label.length)
  )
    places.push(index)
  return places
}

/** The ranges within an element that match the search text, in order. */
export function rangesIn(element: HTMLElement, label: string): Range[] {
  const letters: { node: Node; at: number; length: number }[] = []
  let text = ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    let index = 0
    for (const letter of node.nodeValue ?? '') {
      const bare = bareLetter(letter)
      // One entry for each code unit, so that places in the text are places in the list.
      for (let unit = 0; unit < bare.length; unit += 1)
        letters.push({ node, at: index, length: letter.length })
      text += bare
      index += letter.length
    }
  }
  return getFilePlaces(text, label).map((place) => {
    const [first, last] = [letters[place]!, letters[place + label.length - 1]!]
    const range = document.createRange()
    range.setStart(first.node, first.at)
    range.setEnd(last.node, last.at + last.length)
    return range
  })
}

const ALL = 'document-find'
const CURRENT = 'document-find-current'

/** Highlights all matches and the current one; browsers without highlights show none. */
export function mark(all: readonly Range[], current: Range | undefined): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.set(ALL, new Highlight(...all))
  CSS.highlights.set(CURRENT, new Highlight(...(current ? [current] : [])))
}

/** Takes all marks away. */
export const unmark = (): void => mark([], undefined)
