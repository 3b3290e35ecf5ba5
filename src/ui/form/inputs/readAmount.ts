import { readMoney } from '#kernel/model/money.ts'
import { readCentsText } from '#ui/model/amountText.ts'
import { readAmount } from './amount.ts'

/** The result of reading a text: its amount, null if there is none yet, or the message why it is refused. */
export type AmountReading = { amount: number | null } | { refused: string }

export const BELOW_ZERO = 'This amount cannot be below zero.'
const CHARACTERS = /^[\d.,$()\-\u2212\s]*$/

/** Whether a text has several cells of a spreadsheet, which are pasted into a list of lines instead. */
export const isTable = (text: string): boolean => /[\t\n]/.test(text.trim())

/** The limits of an input for amounts. */
export type AmountLimits = { decimals: number; negative: boolean }

/**
 * Reads a pasted text. It is refused with the reason if it is not an amount. An empty text removes the
 * amount.
 */
export function readPasted(text: string, { decimals, negative }: AmountLimits): AmountReading {
  const trimmed = text.trim()
  if (trimmed === '') return { amount: null }
  const read = readCentsText(trimmed)
  if ('problem' in read) return { refused: `“${trimmed.slice(0, 40)}” ${read.problem}` }
  if (!negative && read.amount < 0) return { refused: BELOW_ZERO }
  const amount = readAmount(String(read.amount), decimals)
  return amount === null ? { refused: 'This amount is too large.' } : { amount }
}

/**
 * Reads the text of a box during typing: a parenthesis may still be open, and a minus may not have its digits
 * yet.
 */
export function readTyped(text: string, { decimals, negative }: AmountLimits): AmountReading {
  if (!CHARACTERS.test(text)) return { refused: 'Only an amount such as 1,234.56 can stand here.' }
  if (/^\s*\$[^\d]*[-\u2212]\s*$/.test(text)) return { amount: 0 }
  if (!negative && /[-\u2212()]/.test(text)) return { refused: BELOW_ZERO }
  if (!/\d/.test(text)) return { amount: null }
  const balancedText = /\(/.test(text) && !/\)/.test(text) ? `${text})` : text
  const amount = readAmount(balancedText.replace(/\.\)$/, ')'), decimals)
  if (amount !== null) return { amount }
  return {
    refused:
      readMoney(balancedText) === null
        ? 'This is no amount such as 1,234.56.'
        : 'At most twelve digits and two decimals.',
  }
}

/** Reads pasted percent points, with at most as many decimals as the input stores. */
export function readPastedPercent(text: string, { decimals, negative }: AmountLimits): AmountReading {
  const bare = text.replace(/[%,\s]/g, '').replace('\u2212', '-')
  if (bare === '') return { amount: null }
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(bare))
    return { refused: `“${text.trim().slice(0, 40)}” is no percent such as 5.25.` }
  if (!negative && Number(bare) < 0) return { refused: 'This percent cannot be below zero.' }
  const behind = bare.split('.')[1]?.replace(/0+$/, '').length ?? 0
  if (behind > decimals) return { refused: `At most ${decimals} decimals: ${bare} is finer.` }
  return { amount: Number(bare) }
}
