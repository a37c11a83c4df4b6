/** What of a label can't be printed as it is (labels#notices). */
export const Notices = ({ of = [] }: { of?: readonly string[] | undefined }) =>
  of.map((notice) => (
    <p key={notice} className="text-attention">
      {notice}
    </p>
  ));
