import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#kernel/web/api.ts'
import { draftStorage } from '#kernel/web/draftStorage.ts'
import { dropDraft, findDraft, storeFormDraft } from '#ui/form/draft.ts'
import { useSession } from '#ui/frame/hooks.ts'

const FIRST_DELAY = 5
const MAX_DELAY = 60

type StoredText = string | null
const trimText = (text: StoredText): StoredText => text?.trim() || null

/**
 * Text that is not stored yet: the stored texts its author has seen, whether its box was left, and how
 * often storing failed.
 */
type TextDraft = { words: string; known: readonly StoredText[]; left: boolean; failed: number }

/**
 * Stores a text and returns whether it is stored. First passes the currently stored text to `over`, which
 * throws if the author has not seen it.
 */
export type SaveWords = (text: StoredText, over: (currentText: StoredText) => void) => Promise<boolean>

type StoredTextOptions = {
  value: StoredText
  /** A unique key for the text. Drafts are stored on this computer under it. */
  place: string
  readOnly: boolean
  save: SaveWords
}

const createConflictCheck =
  (expectedTexts: readonly StoredText[]) =>
  (currentText: StoredText): void => {
    if (!expectedTexts.includes(trimText(currentText)))
      throw new ApiError(409, 'Somebody else wrote in the same place.')
  }

function findTextDraft(key: string, value: StoredText): TextDraft | null {
  const draft = findDraft(draftStorage, key)
  if (typeof draft?.values !== 'string' || trimText(draft.values) === trimText(value)) return null
  return { words: draft.values, known: (draft.base as StoredText[] | undefined) ?? [], left: true, failed: 0 }
}

/**
 * State of a text that is stored when its box is left, and some seconds after the last keystroke. Until
 * then a draft is stored on this computer. If another person stores a different text, neither replaces the
 * other without asking.
 */
export function useStoredText({ value, place, readOnly, save }: StoredTextOptions) {
  const { userId } = useSession()
  const key = `${userId}/words/${place}`
  const [draft, setDraft] = useState(() => (readOnly ? null : findTextDraft(key, value)))
  const isStored = draft !== null && trimText(draft.words) === trimText(value)
  if (draft?.left && isStored) setDraft(null)
  const theirs = draft !== null && !isStored && !draft.known.includes(trimText(value))

  const send = async (expectedTexts: readonly StoredText[]) => {
    if (!draft || isStored) return
    const text = trimText(draft.words)
    setDraft((now) => now && { ...now, known: [...expectedTexts, text] })
    const isDone = await save(text, createConflictCheck([...expectedTexts, text]))
    setDraft((now) => now && { ...now, failed: isDone ? 0 : now.failed + 1 })
  }
  useEffect(() => {
    if (!draft || isStored) return dropDraft(draftStorage, key)
    const { known: base, words: values } = draft
    storeFormDraft(draftStorage, key, { at: new Date().toISOString(), base, values })
  }, [draft, isStored, key])
  const isUnsaved = draft !== null && !isStored && !theirs && !readOnly
  const sendDraft = useEffectEvent(() => void (draft && send(draft.known)))
  const label = draft?.words
  const failed = draft?.failed ?? 0
  // Restarts after each keystroke and each failure.
  useEffect(() => {
    if (!isUnsaved || label === undefined) return
    const timer = setTimeout(sendDraft, Math.min(FIRST_DELAY * 2 ** failed, MAX_DELAY) * 1000)
    return () => clearTimeout(timer)
  }, [isUnsaved, label, failed])
  return {
    words: (readOnly ? null : label) ?? value ?? '',
    theirs,
    type: (text: string) =>
      setDraft((now) => ({
        words: text,
        known: now?.known ?? [trimText(value)],
        left: false,
        failed: now?.failed ?? 0,
      })),
    leave: () => {
      if (!draft) return
      setDraft({ ...draft, left: true })
      if (!theirs) void send(draft.known)
    },
    keepMine: () => draft && void send([...draft.known, trimText(value)]),
    takeTheirs: () => setDraft(null),
  }
}
