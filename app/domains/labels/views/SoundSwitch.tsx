/** Whether scans and labels are heard on this device. */
export function SoundSwitch({ isOn, toggle }: { isOn: boolean; toggle: () => void }) {
  return (
    <label className="toggle with-scripting">
      <input type="checkbox" checked={isOn} onChange={toggle} />
      <span>Sounds</span>
    </label>
  );
}
