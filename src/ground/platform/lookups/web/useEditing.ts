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
  /** The key of the row; null if none is edited. */
  row: number | null
  /** The message of the server's refusal. */
  fault: string
  draft: RefObject<Row>
  start: (row: Row) => void
  cancel: () => void
  save: () => Promise<void>
  remove: (id: number, name: string) => Promise<void>
}

/** The state of a list that is edited in place. */
export function useEditing(controller: Controller): Editing {
  const [row, setRow] = useState<number | null>(null)
  const [fault, setFault] = useState('')
  const draft = useRef<Row>({})
  const confirm = useConfirm()
  const create = useSend(controller.create, { quiet: true })
  const update = useSend(controller.update, { quiet: true })
  const removeRow = useSend(controller.remove, { quiet: true })
  return useMemo(() => {
    const { key } = controller.entity
    const open = (id: number | null) => {
      setFault('')
      setRow(id)
    }
    const tryWork = async (work: () => Promise<unknown>, successText: string) => {
      try {
        await work()
        open(null)
        notify(successText)
      } catch (error) {
        setFault(error instanceof ApiError ? error.message : 'It was not stored. Please try again.')
      }
    }
    return {
      row,
      fault,
      draft,
      start: (row) => {
        draft.current = { ...row }
        open(Number(row[key]))
      },
      cancel: () => open(null),
      save: () => {
        const { [key]: id, ...values } = draft.current
        return tryWork(
          () => (id ? update({ body: draft.current as never }) : create({ body: values })),
          'The list is saved.',
        )
      },
      remove: async (id, name) => {
        const text = 'A value that is in use stays.'
        const { confirmed } = await confirm({
          title: `Remove ${name}?`,
          text,
          confirmLabel: 'Remove',
          danger: true,
        })
        if (confirmed) await tryWork(() => removeRow({ params: { id } }), `${name} is removed.`)
      },
    }
  }, [row, fault, controller, confirm, create, update, removeRow])
}
