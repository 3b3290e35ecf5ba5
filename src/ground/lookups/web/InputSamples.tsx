import { Screen } from '#ui/frame/Screen.tsx'
import { DisabledSamples } from './samples/DisabledSamples.tsx'
import { FieldSamples } from './samples/FieldSamples.tsx'
import { LineSamples } from './samples/LineSamples.tsx'
import { LetterSamples, MapSamples } from './samples/PaperSamples.tsx'
import { SchemeButton } from './samples/SchemeButton.tsx'
import { FileSamples, SheetSamples } from './samples/SheetSamples.tsx'
import { MessageSamples, RecordSamples, StatusSamples } from './samples/ShownSamples.tsx'

/** The gallery of the kit: every input and every piece a screen is made of, alive. Tables stand at /GridSample. */
export default function InputSamples() {
  return (
    <Screen title="Input samples" actions={<SchemeButton />}>
      <FieldSamples />
      <DisabledSamples />
      <LineSamples />
      <SheetSamples />
      <FileSamples />
      <StatusSamples />
      <RecordSamples />
      <MessageSamples />
      <MapSamples />
      <LetterSamples />
    </Screen>
  )
}
