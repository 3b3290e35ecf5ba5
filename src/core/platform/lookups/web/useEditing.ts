import { type RefObject, useMemo, useRef, useState } from 'react'
import type { Controller } from '#kernel/model/controller.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'

/** A row of any lookup list. */
export type Row = Record<string, unknown>

/** The key of a row that is not stored yet. */
export const NEW = 0

/** The row that is being edited, its draft, and the functions that save or remove it. */
export type Editing = {
  /** The key of the row that is edited; null if there is none. */
  editedKey: number | null
  /** The message of the server's refusal. */
  fault: string
  draft: RefObject<Row>
  start: (row: Row) => void
  cancel: () => void
  save: () => Promise<void>
  remove: (id: number, name: string) => Promise<void>
}

/** The state of a lookup list whose rows are edited one at a time, in place. */
export function useEditing(controller: Controller): Editing {
  const [editedKey, setEditedKey] = useState<number | null>(null)
  const [fault, setFault] = useState('')
  const draft = useRef<Row>({})
  const confirm = useConfirm()
  const create = useSend(controller.create, { quiet: true })
  const update = useSend(controller.update, { quiet: true })
  const removeRow = useSend(controller.remove, { quiet: true })
  return useMemo(() => {
    const { key } = controller.entity
    const setEdited = (id: number | null) => {
      setFault('')
      setEditedKey(id)
    }
    const runAndNotify = async (work: () => Promise<unknown>, successText: string) => {
      try {
        await work()
        setEdited(null)
        notify(successText)
      } catch (error) {
        setFault(error instanceof ApiError ? error.message : 'It was not stored. Please try again.')
      }
    }
    return {
      editedKey,
      fault,
      draft,
      start: (row) => {
        draft.current = { ...row }
        setEdited(Number(row[key]))
      },
      cancel: () => setEdited(null),
      save: () => {
        const { [key]: id, ...values } = draft.current
        return runAndNotify(
          () => (id === NEW ? create({ body: values }) : update({ body: draft.current as never })),
          'The list is saved.',
        )
      },
      remove: async (id, name) => {
        const text = 'A value that is in use cannot be removed.'
        const { confirmed } = await confirm({
          title: `Remove ${name}?`,
          text,
          confirmLabel: 'Remove',
          danger: true,
        })
        if (confirmed) await runAndNotify(() => removeRow({ params: { id } }), `${name} is removed.`)
      },
    }
  }, [editedKey, fault, controller, confirm, create, update, removeRow])
}
