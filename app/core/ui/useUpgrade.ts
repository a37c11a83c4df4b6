import { type SyntheticEvent, useState } from "react";

/**
 * Replaces an opened `<details>` with a richer control whose code is loaded on first opening. The plain one opens at
 * once and stays in use while the code is loading, when loading fails, and when the person is already in its popup.
 */
export function useUpgrade<Control>(load: () => Promise<Control>): {
  control: Control | undefined;
  onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => void;
} {
  const [control, setControl] = useState<{ loaded: Control }>();
  function onToggle(event: SyntheticEvent<HTMLDetailsElement>) {
    const details = event.currentTarget;
    if (!details.open) return;
    load().then(
      (loaded) => {
        const inUse = details.querySelector(":scope > .popup")?.contains(document.activeElement);
        if (details.isConnected && details.open && !inUse) setControl({ loaded });
      },
      () => setControl(undefined),
    );
  }
  return { control: control?.loaded, onToggle };
}
