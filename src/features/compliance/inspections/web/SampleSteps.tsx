import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { sampleSteps } from '../model/calls.ts'

/**
 * The configuration list of sample sizes: how many units are inspected, by the number of low-income units.
 */
export default function SampleSteps({ canEdit }: { canEdit: boolean }) {
  return (
    <EditableList
      caption="Sample of units"
      controller={sampleSteps as Controller}
      fields={{ lowIncomeUnits: { width: 200 }, sampleUnits: { width: 160 } }}
      blank={{ lowIncomeUnits: null, sampleUnits: null }}
      canEdit={canEdit}
    />
  )
}
