import { useCallback, useEffect, useRef } from 'react'
import { getReviewKey } from '#review/model/index.ts'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { useRemoveQuestion } from '#ui/form/useRemoveQuestion.tsx'
import type { ItemKind, RequestOfItems } from './kind.ts'
import type { ItemDocuments } from './useItemDocuments.ts'

/** Asks what becomes of the documents of an item that is removed, and puts them back with it. */
export function useRemoval(
  { entity }: ItemKind,
  detail: RequestOfItems,
  refresh: () => Promise<unknown>,
  { place }: ItemDocuments,
) {
  const { form } = useFormParts()
  const { save } = useFormActions()
  const { ask, dialog } = useRemoveQuestion('Item', 'request')
  const onRemove = async (index: number) => {
    const items = form.getValues('items') as object[]
    const idAt = (index: number) => items[index] && getReviewKey(entity, items[index])
    const id = idAt(index)
    const matchingFiles = detail.files.filter((file) => id && file.itemId === id)
    if (matchingFiles.length === 0) return true
    const fate = await ask(
      index,
      matchingFiles.map((file) => file.fileName),
      items.length,
    )
    if (fate === null) return false
    if (fate === 'remove') return true
    // An item that is to have them must be stored.
    if (typeof fate === 'number' && !idAt(fate) && !(await save())) return false
    const move = async (places: readonly number[]) => {
      for (const file of matchingFiles) await place(file.fileId, file.documentType, places)
      await refresh()
    }
    await move(typeof fate === 'number' ? [fate] : [])
    return async (back: number) => {
      if (await save()) await move([back])
    }
  }
  const latest = useRef(onRemove)
  useEffect(() => {
    latest.current = onRemove
  })
  // A stable callback, so that a list of a hundred lines does not render again on every keystroke.
  return { onRemove: useCallback((index: number) => latest.current(index), []), dialog }
}
