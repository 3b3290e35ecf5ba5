import { Suspense } from 'react'
import { Screen } from '#ui/frame/Screen.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { DisabledSamples } from './samples/DisabledSamples.tsx'
import { FieldSamples } from './samples/FieldSamples.tsx'
import { FileSamples } from './samples/FileSamples.tsx'
import { LineSamples } from './samples/LineSamples.tsx'
import { MapSamples } from './samples/MapSamples.tsx'
import { SchemeButton } from './samples/SchemeButton.tsx'
import { SheetSamples } from './samples/SheetSamples.tsx'
import { MessageSamples, RecordSamples, StatusSamples } from './samples/ShownSamples.tsx'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    gallery: object
  }
}

/** The screen that shows inputs and other components, all usable. Tables are at /GridSample. */
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
      <Suspense fallback={null}>{Object.values(tabsOn('gallery', {}))}</Suspense>
    </Screen>
  )
}
