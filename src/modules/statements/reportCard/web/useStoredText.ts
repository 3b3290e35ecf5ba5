import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '#kernel/web/api.ts'
import { draftStorage } from '#kernel/web/draftStorage.ts'
import { dropDraft, findDraft, keepDraft } from '#ui/form/draft.ts'
import { useSession } from '#ui/frame/hooks.ts'

const SECONDS = 5
const LONGEST = 60

type Words = string | null
const trimmed = (text: Words): Words => text?.trim() || null

/**
 * Typed text that is not stored yet: the stored texts it knows of, whether its box was left, how often
 * storing failed.
 */
type Typed = { words: string; known: readonly Words[]; left: boolean; failed: number }

/**
 * Stores a text and returns whether it is stored. First passes the currently stored text to `over`, which
 * throws if the writer does not know of it.
 */
export type SaveWords = (text: Words, over: (currentText: Words) => void) => Promise<boolean>

type Snapshot = {
  value: Words
  /** A unique key for the subject of the text; drafts are stored on this computer under it. */
  place: string
  readOnly: boolean
  save: SaveWords
}

const guard =
  (expectedTexts: readonly Words[]) =>
  (currentText: Words): void => {
    if (!expectedTexts.includes(trimmed(currentText)))
      throw new ApiError(409, 'Somebody else wrote in the same place.')
  }

function found(key: string, value: Words): Typed | null {
  const draft = findDraft(draftStorage, key)
  if (typeof draft?.values !== 'string' || trimmed(draft.values) === trimmed(value)) return null
  return { words: draft.values, known: (draft.base as Words[] | undefined) ?? [], left: true, failed: 0 }
}

/**
 * A text that is stored when its box is left, and soon after the last keystroke. Until then it is kept on
 * this computer. If another person stores a different text in the meantime, neither replaces the other
 * without asking.
 */
export function useStoredText({ value, place, readOnly, save }: Snapshot) {
  const { userId } = useSession()
  const key = `${userId}/words/${place}`
  const [draft, setDraft] = useState(() => (readOnly ? null : found(key, value)))
  const isStored = draft !== null && trimmed(draft.words) === trimmed(value)
  if (draft?.left && isStored) setDraft(null)
  const theirs = draft !== null && !isStored && !draft.known.includes(trimmed(value))

  const send = async (expectedTexts: readonly Words[]) => {
    if (!draft || isStored) return
    const text = trimmed(draft.words)
    setDraft((now) => now && { ...now, known: [...expectedTexts, text] })
    const isDone = await save(text, guard([...expectedTexts, text]))
    setDraft((now) => now && { ...now, failed: isDone ? 0 : now.failed + 1 })
  }
  useEffect(() => {
    if (!draft || isStored) return dropDraft(draftStorage, key)
    keepDraft(draftStorage, key, { at: new Date().toISOString(), base: draft.known, values: draft.words })
  }, [draft, isStored, key])
  const waits = draft !== null && !isStored && !theirs && !readOnly
  const sendDraft = useEffectEvent(() => void (draft && send(draft.known)))
  const label = draft?.words
  const failed = draft?.failed ?? 0
  // Restarts after each keystroke and each failure.
  useEffect(() => {
    if (!waits || label === undefined) return
    const timer = setTimeout(sendDraft, Math.min(SECONDS * 2 ** failed, LONGEST) * 1000)
    return () => clearTimeout(timer)
  }, [waits, label, failed])
  return {
    words: (readOnly ? null : label) ?? value ?? '',
    theirs,
    type: (text: string) =>
      setDraft((now) => ({
        words: text,
        known: now?.known ?? [trimmed(value)],
        left: false,
        failed: now?.failed ?? 0,
      })),
    leave: () => {
      if (!draft) return
      setDraft({ ...draft, left: true })
      if (!theirs) void send(draft.known)
    },
    keepMine: () => draft && void send([...draft.known, trimmed(value)]),
    takeTheirs: () => setDraft(null),
  }
}
