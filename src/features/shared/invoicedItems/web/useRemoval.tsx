import { useCallback, useEffect, useRef } from 'react'
import { getReviewKey } from '#engines/review/model/index.ts'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { useRemoveQuestion } from '#ui/form/useRemoveQuestion.tsx'
import type { InvoicedFormItem } from './itemForm.ts'
import type { InvoicedRequest, ItemKind } from './kind.ts'
import type { ItemDocuments } from './useItemDocuments.ts'

/**
 * Returns the handler that removes an item, and its dialog. It asks where the item’s documents go, and an
 * undo moves them back.
 */
export function useRemoval(
  { entity }: ItemKind,
  detail: InvoicedRequest,
  refresh: () => Promise<unknown>,
  { place }: ItemDocuments,
) {
  const { form } = useFormParts<{ items: InvoicedFormItem[] }>()
  const { save } = useFormActions()
  const { ask, dialog } = useRemoveQuestion('Item', 'request')
  const onRemove = async (index: number) => {
    const items = form.getValues('items')
    const getIdAt = (index: number) => items[index] && getReviewKey(entity, items[index])
    const id = getIdAt(index)
    const itemFiles = detail.files.filter((file) => id && file.itemId === id)
    if (itemFiles.length === 0) return true
    const destination = await ask(
      index,
      itemFiles.map((file) => file.fileName),
      items.length,
    )
    if (destination === null) return false
    if (destination === 'remove') return true
    // The item that receives the documents must be stored first.
    if (typeof destination === 'number' && !getIdAt(destination) && !(await save())) return false
    const move = async (places: readonly number[]) => {
      for (const file of itemFiles) await place(file.fileId, file.documentType, places)
      await refresh()
    }
    await move(typeof destination === 'number' ? [destination] : [])
    return async (restoredIndex: number) => {
      if (await save()) await move([restoredIndex])
    }
  }
  const latestHandler = useRef(onRemove)
  useEffect(() => {
    latestHandler.current = onRemove
  })
  // A stable callback, so that a list of a hundred lines does not render again on every keystroke.
  return { onRemove: useCallback((index: number) => latestHandler.current(index), []), dialog }
}
