import { Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { set } from 'react-hook-form'
import { formatDate } from '#kernel/model/dates.ts'
import { draftStorage } from '#kernel/web/draftStorage.ts'
import { Differences } from './Differences.tsx'
import {
  type Draft,
  dropDraft,
  findDraft,
  getRestoreConflicts,
  restoreDraft,
  storeFormDraft,
} from './draft.ts'
import css from './form.module.css'
import { useFormParts } from './formContext.ts'
import type { FormSession } from './session.ts'

/** The shortest time between two stored drafts, in milliseconds. */
const DRAFT_DELAY = 250

/** Stores typed changes under a key, soon after each change and when the page closes, until all are saved. */
function useStoredDraft(session: FormSession, read: () => unknown, draftKey: string) {
  const storedUnder = useRef(draftKey)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let storedAt = 0
    const storeDraft = () => {
      clearTimeout(timer)
      timer = undefined
      storedAt = Date.now()
      const draft = { at: new Date().toISOString(), base: session.base, values: read() }
      if (session.state.changed) storeFormDraft(draftStorage, draftKey, draft)
    }
    const later = () => {
      clearTimeout(timer)
      // The first change is stored at once, because encrypting it takes time that a closing page does not
      // have.
      timer = setTimeout(storeDraft, Date.now() - storedAt > DRAFT_DELAY ? 0 : DRAFT_DELAY)
    }
    const forget = () => {
      clearTimeout(timer)
      dropDraft(draftStorage, draftKey)
    }
    // A new record now has its id, so its draft moves to the new key.
    if (storedUnder.current !== draftKey) {
      dropDraft(draftStorage, storedUnder.current)
      storedUnder.current = draftKey
      storeDraft()
    }
    const stops = [session.typed.on(later), session.settled.on(forget)]
    window.addEventListener('pagehide', storeDraft)
    document.addEventListener('visibilitychange', storeDraft)
    return () => {
      for (const stop of stops) stop()
      window.removeEventListener('pagehide', storeDraft)
      document.removeEventListener('visibilitychange', storeDraft)
      if (timer !== undefined) storeDraft()
    }
  }, [session, read, draftKey])
}

/**
 * Offers to restore changes that were typed but not saved when the form was last open on this computer, and
 * stores changes from now on.
 */
export function RestoreOffer({ draftKey }: { draftKey: string }) {
  const { session, form, schema } = useFormParts()
  const [draft, setDraft] = useState<Draft | null>(() => {
    const draft = findDraft(draftStorage, draftKey)
    return draft && restoreDraft(draft, form.getValues(), schema) !== null ? draft : null
  })
  useStoredDraft(session, form.getValues, draftKey)
  if (!draft) return null
  const draftTime = formatDate(draft.at, 'MM/DD/YYYY h:mm A')
  const conflicts = getRestoreConflicts(draft, form.getValues(), schema)
  const restore = (preferred: 'mine' | 'theirs') => () => {
    const values = restoreDraft(draft, form.getValues(), schema)
    if (preferred === 'theirs' && values !== null)
      for (const { path, theirs } of conflicts) set(values as object, path, theirs)
    if (values !== null) session.type(values)
    setDraft(null)
  }
  const discard = () => {
    if (!session.state.changed) dropDraft(draftStorage, draftKey)
    setDraft(null)
  }
  return (
    <section className={css.offer} aria-label="Unsaved typing" data-noprint>
      <div>
        Some of what you typed here was not saved.
        {conflicts.length > 0 && ' Somebody else has changed the same since:'}
        <Differences conflicts={conflicts} />
      </div>
      <Group>
        <Button size="xs" onClick={restore(conflicts.length > 0 ? 'theirs' : 'mine')}>
          Restore what you typed at {draftTime}
          {conflicts.length > 0 && ', and keep theirs'}
        </Button>
        {conflicts.length > 0 && (
          <Button size="xs" variant="outline" onClick={restore('mine')}>
            Restore, and put mine in the place of theirs
          </Button>
        )}
        <Button size="xs" variant="subtle" onClick={discard}>
          Discard it
        </Button>
      </Group>
    </section>
  )
}
