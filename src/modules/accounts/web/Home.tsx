import { Screen } from '#ui/Screen.tsx'

export default function Home() {
  return <Screen title="Home" />
}
