import type { Slot } from './entities.ts'

/** The slot of documents that cannot be assigned to a slot of the form. */
export const OTHER_SLOT = 'Other'

const normalize = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
const getWords = ({ name, words }: Pick<Slot, 'name' | 'words'>): string[] =>
  [name, ...(words ?? '').split(',')].map(normalize).filter((text) => text.trim() !== '')

/**
 * Returns the slot for a file by its name: the one with the longest word found in it. The only slot of a form
 * gets every file. {@link OTHER_SLOT} if no word is found, or if two slots match equally well.
 */
export function findSlot(fileName: string, slots: readonly Pick<Slot, 'name' | 'words'>[]): string {
  const [only, ...more] = slots
  if (only && more.length === 0) return only.name
  const name = normalize(fileName.replace(/\.[^.]*$/, ''))
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
  return best && best.length !== next?.length ? best.name : OTHER_SLOT
}
