import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { programTypes, responsibilityTypes, watchTypes, weaknessTypes } from '../model/calls.ts'

const lists = [
  { caption: 'Watch types', controller: watchTypes },
  { caption: 'Programs of the watch list', controller: programTypes },
  { caption: 'Responsibilities of the watch list', controller: responsibilityTypes },
  { caption: 'Weaknesses of the watch list', controller: weaknessTypes },
]

/** The configuration of the four code lists of the watch list. */
export default function WatchListCodes({ canEdit }: { canEdit: boolean }) {
  return lists.map(({ caption, controller }) => (
    <EditableList
      key={caption}
      caption={caption}
      controller={controller as Controller}
      fields={{ name: { width: 320 }, active: { width: 90 } }}
      blank={{ name: '', active: true }}
      canEdit={canEdit}
    />
  ))
}
