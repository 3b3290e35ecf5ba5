import { ItemFactsPanel } from '#features/shared/invoicedItems/web/index.ts'
import type { RequestDetail } from '../model/requests.ts'
import { kind } from './kind.ts'
import { useCategories } from './Warnings.tsx'

type ReviewedProps = { detail: RequestDetail; index: number; documents?: boolean }

/**
 * The details filed with one item: facts, possible duplicates, and its documents unless the screen shows them
 * next to it.
 */
export function ReviewedItem({ detail, index, documents = true }: ReviewedProps) {
  const categories = useCategories()
  const item = detail.items[index]
  if (!item) return null
  const category = categories.find((category) => category.replacementReserveCategoryId === item.categoryId)
  return (
    <ItemFactsPanel
      kind={kind}
      detail={detail}
      index={index}
      documents={documents}
      before={[
        { label: 'Category', value: category?.name },
        { label: 'Location', value: item.location },
        { label: 'Quantity', value: item.quantity },
        { label: 'Age replaced', value: item.age === null ? '' : `${item.age} years` },
      ]}
    />
  )
}
