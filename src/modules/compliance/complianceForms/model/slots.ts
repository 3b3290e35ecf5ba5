import type { Slot } from './entities.ts'

/** Where documents go that no place of a form takes. */
export const OTHER = 'Other'

const plain = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
const getWords = ({ name, words }: Pick<Slot, 'name' | 'words'>): string[] =>
  [name, ...(words ?? '').split(',')].map(plain).filter((text) => text.trim() !== '')

/**
 * The place that a file's name says: that of the longest word found in it. The only place of a form takes
 * everything; where nothing is found or two places are said, {@link OTHER}.
 */
export function getComplianceFormSlot(
  fileName: string,
  slots: readonly Pick<Slot, 'name' | 'words'>[],
): string {
  const [only, ...more] = slots
  if (only && more.length === 0) return only.name
  const name = plain(fileName.replace(/\.[^.]*$/, ''))
  const matches = slots
    .map((slot) => ({
      name: slot.name,
      length: Math.max(
        0,
        ...getWords(slot)
          .filter((word) => name.includes(word))
          .map((word) => word.length),
      ),
    }))
    .filter(({ length }) => length > 0)
    .toSorted((item, other) => other.length - item.length)
  const [best, next] = matches
  return best && best.length !== next?.length ? best.name : OTHER
}
